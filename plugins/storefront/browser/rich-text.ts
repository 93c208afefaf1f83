// Draws an author's formatted text through an allow-list of tags. Everything else becomes plain text.
import { html, nothing, type TemplateResult } from 'lit/html.js'

const blockTags: ReadonlySet<string> = new Set([
  'P',
  'DIV',
  'H1',
  'H2',
  'H3',
  'H4',
  'H5',
  'H6',
  'BLOCKQUOTE',
  'PRE',
  'TABLE',
  'TR',
])
const droppedTags: ReadonlySet<string> = new Set([
  'SCRIPT',
  'STYLE',
  'TEMPLATE',
  'IFRAME',
  'OBJECT',
  'EMBED',
  'SVG',
  'MATH',
  'NOSCRIPT',
])
const safeLink = /^(https?:|mailto:|tel:|\/(?!\/)|#)/i

type RichContent = TemplateResult | string | typeof nothing | readonly RichContent[]

const inlineTags: Readonly<Record<string, (inner: RichContent) => TemplateResult>> = {
  B: (inner) => html`<b>${inner}</b>`,
  STRONG: (inner) => html`<strong>${inner}</strong>`,
  I: (inner) => html`<i>${inner}</i>`,
  EM: (inner) => html`<em>${inner}</em>`,
  U: (inner) => html`<u>${inner}</u>`,
  SMALL: (inner) => html`<small>${inner}</small>`,
  SUB: (inner) => html`<sub>${inner}</sub>`,
  SUP: (inner) => html`<sup>${inner}</sup>`,
  CODE: (inner) => html`<code>${inner}</code>`,
  UL: (inner) => html`<ul>${inner}</ul>`,
  OL: (inner) => html`<ol>${inner}</ol>`,
  LI: (inner) => html`<li>${inner}</li>`,
  BR: () => html`<br />`,
}

function renderNode(node: Node): RichContent {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? ''
  if (!(node instanceof Element)) return nothing
  const name = node.tagName.toUpperCase()
  if (droppedTags.has(name)) return nothing
  const inner = [...node.childNodes].map(renderNode)
  if (name === 'A') {
    const target = node.getAttribute('href') ?? ''
    return safeLink.test(target) ? html`<a href=${target} rel="noopener noreferrer">${inner}</a>` : inner
  }
  if (blockTags.has(name)) return html`<p>${inner}</p>`
  return Object.hasOwn(inlineTags, name) ? inlineTags[name]!(inner) : inner
}

/** Converts the text to templates. The parsed document is inert, so nothing in it loads or runs. */
export function renderRichText(text: string): RichContent {
  if (!/[<&]/.test(text)) return text
  const parsed = new DOMParser().parseFromString(text, 'text/html')
  return [...parsed.body.childNodes].map(renderNode)
}
