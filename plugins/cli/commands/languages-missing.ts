// Lists missing translations of an active language, with the records that lack them.
import { number } from '#core/model/properties/number.js'
import { string } from '#core/model/properties/string.js'
import { type MissingTexts, missingTexts, recordsWithout } from '#core/storage/record/missing-texts.js'
import { activeLanguage } from '#core/storage/record/refusals.js'
import { momentOf } from '#core/storage/record/moment.js'
import { defineCliCommand, openOnly } from '../command.js'
import { readable } from '../output.js'

/** Default number of record ids per field. */
const few = 20

interface Lack extends MissingTexts {
  readonly ids: readonly number[]
}

export const languagesMissing = defineCliCommand({
  name: 'svc:languages:missing',
  description: 'Lists the texts that stand in one active language and are missing in another, which then shows that one.',
  positional: ['language'],
  options: {
    language: string('Language tag; every active language if left out'),
    ids: number('Ids of records per field', {
      min: 0,
      max: 100_000,
      default: few,
      help: `How many are listed; ${few} if left out.`,
    }),
  },
  examples: ['svc:languages:missing', 'svc:languages:missing de-DE --ids 1000 --json'],
  text(lacks: readonly Lack[]) {
    return lacks.length === 0 ? 'No text is missing in any active language.' : readable(lacks)
  },
  async run({ open, options: { language, ids: limit } }): Promise<readonly Lack[]> {
    const { context, registry } = await open(openOnly)
    const { languages } = (await momentOf(context)).snapshot
    const only = language === undefined ? null : activeLanguage(languages, language)
    const lacks: Lack[] = []
    for (const one of await missingTexts(context.database, registry, languages)) {
      if (only !== null && one.language !== only) continue
      lacks.push({ ...one, ids: await recordsWithout(context.database, one, languages, limit) })
    }
    return lacks
  },
})
