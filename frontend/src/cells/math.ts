// This file turns TeX into MathML, in the page, with a part that is only loaded when a text needs it. In text cells the
// server has marked the formulas; elsewhere they stand between dollar signs. What it cannot read stays as it was written.

const formula = /\$\$([\s\S]+?)\$\$|\$(?!\s)((?:\\.|[^$\\\n])+?)(?<!\s)\$(?!\d)/g

// hasFormula says whether a text needs the mathematics part at all.
export function hasFormula(text: string): boolean {
  return text.search(formula) >= 0
}

export interface Part {
  text: string
  tex?: string
  block?: boolean
}

// split cuts a text at its formulas.
export function split(text: string): Part[] {
  const parts: Part[] = []
  let at = 0
  for (const m of text.matchAll(formula)) {
    if (m.index > at) parts.push({ text: text.slice(at, m.index) })
    const block = m[1] !== undefined
    parts.push({ text: m[0], tex: (m[1] ?? m[2] ?? '').trim(), block })
    at = m.index + m[0].length
  }
  if (at < text.length) parts.push({ text: text.slice(at) })
  return parts
}

// typeset replaces the formulas in the text nodes of an element.
export async function typeset(element: HTMLElement): Promise<void> {
  const marked = element.querySelectorAll<HTMLElement>('.math-inline, .math-display')
  if (marked.length === 0 && !hasFormula(element.textContent ?? '')) return
  const { default: temml } = await import('temml')
  for (const el of marked) {
    const tex = el.textContent ?? ''
    const block = el.classList.contains('math-display')
    el.replaceWith(draw(temml, { text: tex, tex, block }))
  }
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT, {
    acceptNode: (n) =>
      n.parentElement?.closest('code, pre, math') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  })
  const nodes: Text[] = []
  for (let n = walker.nextNode(); n; n = walker.nextNode()) nodes.push(n as Text)
  for (const node of nodes) {
    const parts = split(node.data)
    if (!parts.some((p) => p.tex !== undefined)) continue
    node.replaceWith(...parts.map((p) => (p.tex === undefined ? p.text : draw(temml, p))))
  }
  // A formula wider than the page is scrolled, by keys too.
  const seen = new ResizeObserver((all) => {
    for (const { target } of all) (target as HTMLElement).tabIndex = target.scrollWidth > target.clientWidth ? 0 : -1
  })
  for (const el of element.querySelectorAll('.formula')) seen.observe(el)
}

function draw(temml: { render(tex: string, into: HTMLElement, options?: object): void }, part: Part): Node | string {
  const span = document.createElement('span')
  span.className = part.block ? 'formula' : ''
  try {
    temml.render(part.tex ?? '', span, { displayMode: part.block === true, throwOnError: true, trust: false })
    return span
  } catch {
    return part.text
  }
}
