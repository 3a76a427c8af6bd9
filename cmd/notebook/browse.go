package main

// This file starts a browser.

import (
	"os/exec"
	"runtime"
)

// browse opens an address in the user's browser. It does not wait for it.
func browse(url string) error {
	name, args := "xdg-open", []string{url}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", url}
	}
	cmd := exec.Command(name, args...)
	if err := cmd.Start(); err != nil {
		return err
	}
	go cmd.Wait() // so that it does not stay as a zombie
	return nil
}
