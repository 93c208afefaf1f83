// HTML templates for the pages without script. Escapes all inserted values except markup.

/** Trusted markup, built by `markup`. It is inserted without escaping. */
export class Markup {
  constructor(readonly text: string) {}
}

type Part = string | number | Markup | null | readonly Part[]

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character]!)

function textOf(part: Part): string {
  if (part === null) return ''
  if (part instanceof Markup) return part.text
  return typeof part === 'object' ? part.map(textOf).join('') : escaped(String(part))
}

export function markup(fixed: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(String.raw({ raw: fixed }, ...parts.map(textOf)))
}
