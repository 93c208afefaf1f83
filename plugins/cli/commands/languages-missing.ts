// Lists missing translations of an active language, with the records that lack them.
import { number } from '#core/model/properties/number.js'
import { string } from '#core/model/properties/string.js'
import { type MissingTextCount, countMissingTextsByField, findRecordsWithoutText } from '#core/storage/record/missing-texts.js'
import { requireActiveLanguage } from '#core/storage/record/record-errors.js'
import { getVersionedSnapshot } from '#core/storage/versioned-snapshot.js'
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
    const { context, registry } = await open(withoutStarts)
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
