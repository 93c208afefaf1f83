// Commands for languages: change the active ones, and list missing translations.
import { getVersionedSnapshot, number, string, multiselect, createMessage, type Message } from '#core/contract.js'
import { textGaps, requireActiveLanguage } from '#core/surface.js'
import { defineCliCommand, withoutStarts } from '../command.js'
import { formatResult } from '../result-format.js'

/** Default number of record ids per field. */
const defaultIdCount = 20

interface MissingTextsWithIds extends textGaps.MissingTextCount {
  readonly ids: readonly number[]
}

/** Lists missing translations of an active language, with the records that lack them. */
export const languagesMissing = defineCliCommand({
  name: 'svc:languages:missing',
  description: 'Lists texts that exist in one active language and are missing in another.',
  positional: ['language'],
  options: {
    language: string('Language tag. Default: all active languages'),
    ids: number('Ids of records per field', {
      min: 0,
      max: 100_000,
      default: defaultIdCount,
      help: `The number of listed ids. Default: ${defaultIdCount}.`,
    }),
  },
  examples: ['svc:languages:missing', 'svc:languages:missing de-DE --ids 1000 --json'],
  text(lacks: readonly MissingTextsWithIds[], write) {
    return lacks.length === 0 ? write(createMessage('commands.noTextMissing')) : formatResult(lacks)
  },
  async run({ open, options: { language, ids: limit } }): Promise<readonly MissingTextsWithIds[]> {
    const {
      context,
      context: { registry },
    } = await open(withoutStarts)
    const { languages } = (await getVersionedSnapshot(context)).snapshot
    const only = language === undefined ? null : requireActiveLanguage(languages, language)
    const lacks: MissingTextsWithIds[] = []
    for (const gap of await textGaps.countMissingTextsByField(context.database, registry, languages)) {
      if (only !== null && gap.language !== only) continue
      lacks.push({ ...gap, ids: await textGaps.findRecordsWithoutText(context.database, registry, gap, languages, limit) })
    }
    return lacks
  },
})

/** Maximum number of fields that a warning names. */
const maxNamedFields = 3

function createWarning(language: string, missing: readonly textGaps.MissingTextCount[]): Message {
  const largest = missing.toSorted((a, b) => b.missing - a.missing).slice(0, maxNamedFields)
  return createMessage('commands.textsMissing', {
    count: missing.reduce((sum, gap) => sum + gap.missing, 0),
    language,
    fields: largest.map((gap) =>
      createMessage('commands.missingOfField', { count: gap.missing, field: `${gap.entity}.${gap.field}` }),
    ),
    more: Math.max(0, missing.length - maxNamedFields),
  })
}

interface LanguagesResult {
  readonly languages: readonly string[]
  readonly missing: readonly textGaps.MissingTextCount[]
}

/** Changes the active languages of the store. Texts of removed languages stay in the database. */
export const languagesSet = defineCliCommand({
  name: 'svc:languages:set',
  description: 'Sets the active languages of the shop. The first one is the default.',
  positional: ['languages'],
  options: {
    languages: multiselect('Language tags, starting with the default language', { choices: 'languages' }, { required: true }),
  },
  examples: ['svc:languages:set en-GB de-DE', 'svc:languages:set de-AT'],
  text: ({ languages }: LanguagesResult, write) =>
    write(createMessage('commands.languagesSet', { languages, default: languages[0]! })),
  async run({ open, options: { languages }, progress }): Promise<LanguagesResult> {
    const app = await open(withoutStarts)
    const { records } = await app.records.list('settings', { limit: 1 })
    await app.records.write('settings', { language_tag: languages[0], active_languages: languages }, { id: records[0]?.id })
    const missing = await textGaps.countMissingTextsByField(app.context.database, app.context.registry, languages)
    for (const language of languages) {
      const own = missing.filter((gap) => gap.language === language)
      if (own.length > 0) progress(createWarning(language, own))
    }
    return { languages, missing }
  },
})
