// Sanitizes stored HTML: keeps only the formatting that the service allows, and nothing that runs or loads.

const allowedTags: ReadonlySet<string> = new Set(
  (
    'H2 H3 H4 H5 H6 P BR HR BLOCKQUOTE PRE DIV SPAN SECTION UL OL LI DL DT DD A B STRONG I EM U S SMALL SUB SUP CODE KBD MARK ' +
    'ABBR Q CITE TIME IMG FIGURE FIGCAPTION TABLE CAPTION COLGROUP COL THEAD TBODY TFOOT TR TH TD'
  ).split(' '),
)
const allowedAttributes: ReadonlySet<string> = new Set(
  'class title lang dir href target rel src alt width height loading span colspan rowspan scope datetime'.split(' '),
)
/** Elements that are removed with their content. */
const removedElements: ReadonlySet<string> = new Set([
  'SCRIPT',
  'STYLE',
  'TEMPLATE',
  'NOSCRIPT',
  'IFRAME',
  'OBJECT',
  'EMBED',
  'SVG',
  'MATH',
])
const safeAddressPattern = /^(?:https?:|mailto:|tel:|[/#?]|[\w.%-]+(?:[/?#]|$))/i

function sanitizeElement(parent: Element): void {
  for (const element of [...parent.children]) {
    if (removedElements.has(element.tagName.toUpperCase())) {
      element.remove()
      continue
    }
    sanitizeElement(element)
    if (!allowedTags.has(element.tagName)) {
      element.replaceWith(...element.childNodes)
      continue
    }
    for (const { name, value } of [...element.attributes]) {
      const isAddress = name === 'href' || name === 'src'
      if (!allowedAttributes.has(name) || (isAddress && !safeAddressPattern.test(value.trim()))) element.removeAttribute(name)
    }
  }
}

/** The sanitized nodes of a text, parsed in an inert document. */
export function sanitizeHtml(html: string): readonly Node[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  sanitizeElement(body)
  return [...body.childNodes]
}
