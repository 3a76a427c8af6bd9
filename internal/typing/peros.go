package typing

// This file knows the constants of this process's operating system.

import (
	"go/constant"
	"go/token"
	"os"
	"path/filepath"
)

// perOS returns the value of a constant marked perOS in packages.txt as the running program has it. Constants are
// folded into the lowered program, so a value of another system would be silently wrong: Importer compares.
func perOS(path, name string) constant.Value {
	switch path + "." + name {
	case "os.DevNull":
		return constant.MakeString(os.DevNull)
	case "os.O_APPEND":
		return constant.MakeInt64(int64(os.O_APPEND))
	case "os.O_CREATE":
		return constant.MakeInt64(int64(os.O_CREATE))
	case "os.O_EXCL":
		return constant.MakeInt64(int64(os.O_EXCL))
	case "os.O_SYNC":
		return constant.MakeInt64(int64(os.O_SYNC))
	case "os.O_TRUNC":
		return constant.MakeInt64(int64(os.O_TRUNC))
	case "os.PathListSeparator":
		return constant.MakeInt64(os.PathListSeparator)
	case "os.PathSeparator":
		return constant.MakeInt64(os.PathSeparator)
	case "path/filepath.ListSeparator":
		return constant.MakeInt64(filepath.ListSeparator)
	case "path/filepath.Separator":
		return constant.MakeInt64(filepath.Separator)
	}
	return constant.MakeUnknown()
}

// sameConstant reports whether two constants have the same known value.
func sameConstant(a, b constant.Value) bool {
	return a.Kind() == b.Kind() && a.Kind() != constant.Unknown && constant.Compare(a, token.EQL, b)
}
