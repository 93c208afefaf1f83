// The limits and languages of a sheet, the error for an invalid sheet, and the options of applying a sheet.
import { createMessage, type Issue, ValidationError } from '#core/contract.js'
import { messageFormat, type storedFiles, textGaps, type Property } from '#core/surface.js'

/** Version of the sheet format. Raise it when an existing sheet would be read differently. */
export const sheetFormat = 1

/** A sheet as a value, before it is written as YAML. */
export type SheetValue = Readonly<Record<string, unknown>>

/** Maximum length of a sheet in characters. */
export const maxSheetLength = 8_000_000

/** Maximum number of problems before reading stops: each one costs a comparison with all known names. */
export const maxSheetProblems = 50

/** The error of an invalid sheet; it says whether reading stopped early. */
export function createSheetError(issues: readonly Issue[]): ValidationError {
  if (issues.length < maxSheetProblems) return new ValidationError(issues)
  const message = createMessage('authoring.firstProblems', { count: maxSheetProblems })
  return new ValidationError([...issues.slice(0, maxSheetProblems), messageFormat.createIssue('sheet', message, 'MORE_ISSUES')])
}

export interface ApplyOptions {
  /** The product to change; by default the product with the sheet's key. */
  readonly productId?: number | undefined
  /** True: deletes parts and resets fields that the sheet does not name. False: leaves both unchanged. */
  readonly prune: boolean
  /** Throws if the caller may not write code. */
  readonly requireCode: () => void
  /** Files of the file store that the sheet's fields may reference, by stored name. */
  readonly files: ReadonlyMap<string, storedFiles.FileMetadata>
}

/** Compares a sheet's languages with the active ones: reports extra languages and fills missing ones with fallback texts. */
export interface SheetText {
  readonly property: Property
  readonly text: unknown
  readonly path: string
  readonly tag: string
  /** True: one text for every active language. */
  readonly isOne: boolean
  /** True: a fallback from another language, used only for a new part. */
  readonly isFallback?: true
}

/** The texts of a part of a sheet, by flat key. */
interface PartTexts {
  readonly texts: Map<string, SheetText>
}

export interface SheetLanguages {
  /** First language of the product's title; keys come from titles in it. The store default if one title is for all languages. */
  readonly language: string
  /** Languages of the sheet that are not active here: their texts are left out. */
  readonly leftOut: readonly string[]
  /** Active languages without any text in the sheet, though it has texts in others. */
  readonly missingLanguages: readonly string[]
}

/** `spoken`: language tags in the sheet's texts. `active`: the installation's languages, the store default first. */
export function compareLanguages(
  root: PartTexts,
  sheetLanguages: ReadonlySet<string>,
  active: readonly string[],
): SheetLanguages {
  const title = [...root.texts.values()].find(({ property }) => property.name === 'title')
  return {
    language: title && !title.isOne ? title.tag : active[0]!,
    leftOut: [...sheetLanguages].filter((tag) => !active.includes(tag)),
    missingLanguages: sheetLanguages.size === 0 ? [] : active.filter((tag) => !sheetLanguages.has(tag)),
  }
}

const getPrimaryLanguage = (tag: string): string => tag.split('-')[0]!

/**
 * Fills missing languages with a text in a related language, such as de-DE for de-AT. Required texts and texts in the store default, which
 * shoppers of other languages see, fall back to the first text. Other texts stay empty.
 */
export function fillMissingTexts(
  parts: Iterable<PartTexts>,
  { missingLanguages }: SheetLanguages,
  active: readonly string[],
): void {
  if (missingLanguages.length === 0) return
  for (const { texts } of parts) {
    const textsByProperty = new Map<string, SheetText[]>()
    for (const text of texts.values())
      textsByProperty.set(text.property.name, [...(textsByProperty.get(text.property.name) ?? []), text])
    for (const [name, propertyTexts] of textsByProperty) {
      for (const tag of missingLanguages) {
        if (texts.has(textGaps.flatKey(name, tag))) continue
        const near = propertyTexts.find((other) => getPrimaryLanguage(other.tag) === getPrimaryLanguage(tag))
        const other = near ?? (propertyTexts[0]!.property.required || tag === active[0] ? propertyTexts[0] : undefined)
        if (other) texts.set(textGaps.flatKey(name, tag), { ...other, tag, isFallback: true })
      }
    }
  }
}
