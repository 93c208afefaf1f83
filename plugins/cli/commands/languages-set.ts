// Changes the active languages of the store. Texts of removed languages stay in the database.
import { multiselect } from '#core/contract.js'
import { countMissingTextsByField, type MissingTextCount } from '#core/surface.js'
import { defineCliCommand, withoutStarts } from '../command.js'

/** Maximum number of fields that a warning names. */
const maxNamedFields = 3

function formatWarning(language: string, missing: readonly MissingTextCount[]): string {
  const total = missing.reduce((sum, gap) => sum + gap.missing, 0)
  const largest = missing.toSorted((a, b) => b.missing - a.missing).slice(0, maxNamedFields)
  const fields = largest.map((gap) => `${gap.missing} of ${gap.entity}.${gap.field}`).join(', ')
  const texts = total === 1 ? 'text is' : 'texts are'
  return `Warning: ${total} ${texts} missing in ${language} and shown in another language: ${fields}${missing.length > maxNamedFields ? ', …' : ''}. 'svc:languages:missing' lists them.`
}

interface LanguagesResult {
  readonly languages: readonly string[]
  readonly missing: readonly MissingTextCount[]
}

export const languagesSet = defineCliCommand({
  name: 'svc:languages:set',
  description: 'Sets the active languages of the shop. The first one is the default.',
  positional: ['languages'],
  options: {
    languages: multiselect('Language tags, the store default first', { choices: 'languages' }, { required: true }),
  },
  examples: ['svc:languages:set en-GB de-DE', 'svc:languages:set de-AT'],
  text: ({ languages }: LanguagesResult) => `Active languages are ${languages.join(', ')}; ${languages[0]} is the store default.`,
  async run({ open, options: { languages }, progress }): Promise<LanguagesResult> {
    const app = await open(withoutStarts)
    const { records } = await app.records.list('settings', { limit: 1 })
    await app.records.write('settings', { language_tag: languages[0], active_languages: languages }, { id: records[0]?.id })
    const missing = await countMissingTextsByField(app.context.database, app.context.registry, languages)
    for (const language of languages) {
      const own = missing.filter((gap) => gap.language === language)
      if (own.length > 0) progress(formatWarning(language, own))
    }
    return { languages, missing }
  },
})
