package legal

func interfaces(u *unit) {}
