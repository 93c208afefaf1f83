// Checks that the fonts of printed documents cover the languages of the shop.
import { defineHealthCheck, doubtful, getVersionedSnapshot, type HealthReport, sound } from 'product-configurator-service'
import { listFontFiles } from './documents.js'

/** The language's own name, a sample of its script. */
const getNativeName = (tag: string): string =>
  new Intl.DisplayNames([tag], { type: 'language' }).of(new Intl.Locale(tag).language) ?? ''

export const printing = defineHealthCheck({
  name: 'printing',
  description: 'Printed documents: whether there are fonts for the languages of the shop.',
  async examine({ app: { config, context } }) {
    const { loadFaces } = await import('./pdf/faces.js')
    const { regular } = await loadFaces(listFontFiles(config))
    const isCovered = (letter: string): boolean =>
      /[^\p{L}]/u.test(letter) || regular.some((face) => face.has(letter.codePointAt(0)!))
    const { snapshot } = await getVersionedSnapshot(context)
    const uncovered = snapshot.languages.filter((tag) => ![...getNativeName(tag)].every(isCovered))
    if (uncovered.length === 0) return [sound('There are fonts for every language of the shop.')]
    return uncovered.map(
      (tag): HealthReport =>
        doubtful(
          `Printed documents have no letters for ${tag} (${getNativeName(tag)}).`,
          "Add a font with these letters to 'SVC_PRINT_FONTS', and its bold variant if there is one.",
        ),
    )
  },
})
