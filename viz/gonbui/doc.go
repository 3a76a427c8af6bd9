// Package gonbui shows things by the names that notebooks for the kernel GoNB use, so that their cells run as they are.
//
//	id := gonbui.UniqueID()
//	for i := range 100 {
//		gonbui.UpdateHTML(id, fmt.Sprintf("<b>step %d</b>", i))
//	}
//	gonbui.DisplayImage(picture)
//
// # Contract
//
// The functions are those of github.com/janpfeifer/gonb/gonbui that need no JavaScript, in both spellings that it had; they do what
// those of package ui do. ScriptJavascript runs nothing and says so in the cell's output. What GoNB has beside them (dom, widgets,
// comms) is not here, and a cell that uses it does not pass the type check.
//
// New cells use packages viz and ui.
package gonbui
