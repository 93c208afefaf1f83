// Texts of the demo shop in its three languages, and helpers that write them into records.

/** A text in the languages of the demo. Other languages get the English text. */
export class Text {
  constructor(
    readonly en: string,
    readonly de: string,
    readonly he: string,
  ) {}

  in(tag: string): string {
    const primary = tag.split('-')[0]
    return primary === 'de' ? this.de : primary === 'he' ? this.he : this.en
  }
}

export const text = (en: string, de: string, he: string): Text => new Text(en, de, he)
/** A name that is the same in every language. */
export const everywhere = (given: string): Text => new Text(given, given, given)

export type Fields = Readonly<Record<string, unknown>>

/** Expands a text to flat keys for every active language. */
export function spread(fields: Fields, languages: readonly string[]): Record<string, unknown> {
  const spreadFields: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (!(value instanceof Text)) spreadFields[name] = value
    else for (const tag of languages) spreadFields[`${name}_${tag.replaceAll('-', '_')}`] = value.in(tag)
  }
  return spreadFields
}
