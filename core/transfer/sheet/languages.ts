// The languages of a sheet beside those of the installation that it is applied to: what is left out, and what stands in for what it lacks.
import { flatKey } from '../../foundation/language/tags.js'
import type { Property } from '../../foundation/property/kind.js'

export interface SaidText {
  readonly property: Property
  readonly text: unknown
  readonly path: string
  readonly tag: string
  /** True: one text for every active language. */
  readonly isOne: boolean
  /** True: the sheet has none in the language; this one stands in for it where the part is new. */
  readonly standsIn?: true
}

/** A part of a sheet: its texts by flat key. */
interface Texts {
  readonly texts: Map<string, SaidText>
}

export interface SheetLanguages {
  /** The first one of the product's title: keys are made of titles in it. The store's default where the title is one for all. */
  readonly language: string
  /** Those that the sheet has and this installation has not: their texts are left out. */
  readonly leftOut: readonly string[]
  /** Active ones in which no text of the sheet stands, though some stand in others. */
  readonly lacking: readonly string[]
}

/** `spoken` are the tags that texts of the sheet name, `active` those of the installation, the store's default first. */
export function languagesOf(root: Texts, spoken: ReadonlySet<string>, active: readonly string[]): SheetLanguages {
  const title = [...root.texts.values()].find(({ property }) => property.name === 'title')
  return {
    language: title && !title.isOne ? title.tag : active[0]!,
    leftOut: [...spoken].filter((tag) => !active.includes(tag)),
    lacking: spoken.size === 0 ? [] : active.filter((tag) => !spoken.has(tag)),
  }
}

const primary = (tag: string): string => tag.split('-')[0]!

/**
 * Gives every text that lacks a language another one in its place: that of the same language elsewhere, such as de-DE for de-AT; the first
 * one where the text is required, or where shoppers of other languages are shown the store's default. Else it stays empty.
 */
export function standIn(parts: Iterable<Texts>, { lacking }: SheetLanguages, active: readonly string[]): void {
  if (lacking.length === 0) return
  for (const { texts } of parts) {
    const given = new Map<string, SaidText[]>()
    for (const text of texts.values()) given.set(text.property.name, [...(given.get(text.property.name) ?? []), text])
    for (const [name, some] of given) {
      for (const tag of lacking) {
        if (texts.has(flatKey(name, tag))) continue
        const near = some.find((other) => primary(other.tag) === primary(tag))
        const other = near ?? (some[0]!.property.required || tag === active[0] ? some[0] : undefined)
        if (other) texts.set(flatKey(name, tag), { ...other, tag, standsIn: true })
      }
    }
  }
}
