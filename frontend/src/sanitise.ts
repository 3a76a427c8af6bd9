// This file is the second layer: what the server has sanitised goes through DOMPurify before it becomes part
// of the page. It gives nodes, never text to be parsed again.
import DOMPurify from 'dompurify'

const strict = {
  USE_PROFILES: { html: true, mathMl: true },
  FORBID_TAGS: ['style', 'form', 'input', 'button', 'iframe', 'object', 'embed', 'video', 'audio'],
  FORBID_ATTR: ['style', 'id', 'name'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
}

// classes keeps the class names that mean something in a text. Any other could dress a text as a part of the page.
export function classes(names: string): string {
  return names.split(/\s+/).filter((n) => /^(math-inline|math-display|language-[\w+-]+)$/.test(n)).join(' ')
}

// fragment gives the safe nodes of some HTML; links lead out of the page without a handle on it.
export function fragment(html: string): DocumentFragment {
  const nodes = DOMPurify.sanitize(html, { ...strict, RETURN_DOM_FRAGMENT: true })
  for (const el of nodes.querySelectorAll('[class]')) el.setAttribute('class', classes(el.getAttribute('class') ?? ''))
  for (const a of nodes.querySelectorAll('a[href]')) {
    a.setAttribute('rel', 'noopener noreferrer')
    if (!a.getAttribute('href')!.startsWith('#')) a.setAttribute('target', '_blank')
  }
  return nodes
}

// trusted gives HTML for the srcdoc of a sandboxed frame.
export function trusted(html: string): string {
  return DOMPurify.sanitize(html, { ...strict, RETURN_TRUSTED_TYPE: true }) as unknown as string
}
