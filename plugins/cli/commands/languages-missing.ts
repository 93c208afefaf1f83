// Lists missing translations of an active language, with the records that lack them.
import { getVersionedSnapshot, number, string } from '#core/contract.js'
import { countMissingTextsByField, findRecordsWithoutText, type MissingTextCount, requireActiveLanguage } from '#core/surface.js'
import { defineCliCommand, withoutStarts } from '../command.js'
import { formatResult } from '../result-format.js'

/** Default number of record ids per field. */
const defaultIdCount = 20

interface MissingTextsWithIds extends MissingTextCount {
  readonly ids: readonly number[]
}

export const languagesMissing = defineCliCommand({
  name: 'svc:languages:missing',
  description: 'Lists texts that exist in one active language and are missing in another.',
  positional: ['language'],
  options: {
    language: string('Language tag; every active language if left out'),
    ids: number('Ids of records per field', {
      min: 0,
      max: 100_000,
      default: defaultIdCount,
      help: `How many are listed; ${defaultIdCount} if left out.`,
    }),
  },
  examples: ['svc:languages:missing', 'svc:languages:missing de-DE --ids 1000 --json'],
  text(lacks: readonly MissingTextsWithIds[]) {
    return lacks.length === 0 ? 'No text is missing in any active language.' : formatResult(lacks)
  },
  async run({ open, options: { language, ids: limit } }): Promise<readonly MissingTextsWithIds[]> {
    const {
      context,
      context: { registry },
    } = await open(withoutStarts)
    const { languages } = (await getVersionedSnapshot(context)).snapshot
    const only = language === undefined ? null : requireActiveLanguage(languages, language)
    const lacks: MissingTextsWithIds[] = []
    for (const gap of await countMissingTextsByField(context.database, registry, languages)) {
      if (only !== null && gap.language !== only) continue
      lacks.push({ ...gap, ids: await findRecordsWithoutText(context.database, gap, languages, limit) })
    }
    return lacks
  },
})
