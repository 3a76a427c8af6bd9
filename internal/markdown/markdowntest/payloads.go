package markdowntest

// This file holds the payloads, from advisories on notebooks.

// Payloads are texts that tried to run code in notebooks, by Markdown or HTML.
func Payloads() []string {
	return []string{
		`<script>alert(1)</script>`, `<img src=x onerror=alert(1)>`, `<svg onload=alert(1)>`, `<svg><script>alert(1)</script></svg>`,
		`[a](javascript:alert(1))`, `[a](JaVaScRiPt:alert(1))`, `[a](data:text/html;base64,PHNjcmlwdD4=)`, `![a](javascript:alert(1))`,
		`<a href="vbscript:x">a</a>`, `<a href="command:workbench.x">a</a>`, `<a href=" javascript:alert(1)">a</a>`, "<a href=\"java\nscript:alert(1)\">a</a>",
		`<iframe src="https://evil.example"></iframe>`, `<iframe srcdoc="<script>alert(1)</script>">`, `<object data=x></object>`, `<embed src=x>`,
		`<form action=https://evil.example><input name=a type=text><button>go</button></form>`, `<base href=https://evil.example>`,
		`<meta http-equiv=refresh content="0;url=https://evil.example">`, `<link rel=stylesheet href=https://evil.example/x.css>`,
		`<style>@import url(https://evil.example)</style>`, `<div style="background:url(https://evil.example)">x</div>`,
		`<button data-commandlinker-command="x" data-commandlinker-args="{}">x</button>`, `<div data-x=1 id=root class="cell sel">x</div>`,
		`<video onmouseover=alert(1)><source src=https://evil.example></video>`, `<audio src=https://evil.example>`, `<math><mi xlink:href="data:x,<script>alert(1)</script>">`,
		`<details ontoggle=alert(1) open>x</details>`, `<noscript><p title="</noscript><img src=x onerror=alert(1)>">`, `<template><script>alert(1)</script></template>`,
		`<img src="https://evil.example/pixel.png">`, `<img src="//evil.example/pixel.png">`, `<img srcset="https://evil.example/x 1x">`, `<table background="https://evil.example">`,
		`<a href="x" ping="https://evil.example">a</a>`, `<input type=image src=https://evil.example>`, `<input autofocus onfocus=alert(1)>`,
		"$</span><script>alert(1)</script>$", "$$\n</div><img src=x onerror=alert(1)>\n$$", "```x\" onload=\"alert(1)\n```", `<p lang="x onload=">`,
		`![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)`, `<a id=location name=cookie>x</a>`, `<img name=body src=files/a.png>`, "<scr<script>ipt>alert(1)</scr</script>ipt>",
		`<xmp><img src=x onerror=alert(1)></xmp>`, `<!--><img src=x onerror=alert(1)>-->`, `<![CDATA[<img src=x onerror=alert(1)>]]>`,
	}
}
