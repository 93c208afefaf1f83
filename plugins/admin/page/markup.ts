// HTML templates for the pages without script. Escapes all inserted values except markup.

/** Trusted markup, built by `markup`. It is inserted without escaping. */
export class Markup {
  constructor(readonly text: string) {}
}

type MarkupPart = string | number | Markup | null | readonly MarkupPart[]

const htmlEscapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeMarkup = (text: string): string => text.replace(/[&<>"']/g, (character) => htmlEscapes[character]!)

function toMarkupText(part: MarkupPart): string {
  if (part === null) return ''
  if (part instanceof Markup) return part.text
  return typeof part === 'object' ? part.map(toMarkupText).join('') : escapeMarkup(String(part))
}

export function markup(fixed: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  return new Markup(String.raw({ raw: fixed }, ...parts.map(toMarkupText)))
}
