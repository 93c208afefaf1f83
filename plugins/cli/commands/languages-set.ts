// Changes the active languages of the store. Texts of removed languages stay in the database.
import { type MissingTexts, missingTexts } from '#core/storage/record/missing-texts.js'
import { multiselect } from '#core/model/properties/multiselect.js'
import { defineCliCommand, openOnly } from '../command.js'

/** Maximum number of fields that a warning names. */
const named = 3

function warning(language: string, missing: readonly MissingTexts[]): string {
  const total = missing.reduce((sum, one) => sum + one.missing, 0)
  const most = missing.toSorted((a, b) => b.missing - a.missing).slice(0, named)
  const fields = most.map((one) => `${one.missing} of ${one.entity}.${one.field}`).join(', ')
  const texts = total === 1 ? 'text is' : 'texts are'
  return `Warning: ${total} ${texts} missing in ${language} and shown in another language: ${fields}${missing.length > named ? ', …' : ''}. 'svc:languages:missing' lists them.`
}

interface Outcome {
  readonly languages: readonly string[]
  readonly missing: readonly MissingTexts[]
}

export const languagesSet = defineCliCommand({
  name: 'svc:languages:set',
  description: 'Sets the active languages of the store; the first is its default.',
  positional: ['languages'],
  options: {
    languages: multiselect('Language tags, the store default first', { choices: 'languages' }, { required: true }),
  },
  examples: ['svc:languages:set en-GB de-DE', 'svc:languages:set de-AT'],
  text: ({ languages }: Outcome) => `Active languages are ${languages.join(', ')}; ${languages[0]} is the store default.`,
  async run({ open, options: { languages }, progress }): Promise<Outcome> {
    const app = await open(openOnly)
    const { records } = await app.list('settings', { limit: 1 })
    await app.write('settings', { language_tag: languages[0], active_languages: languages }, { id: records[0]?.id })
    const missing = await missingTexts(app.context.database, app.registry, languages)
    for (const language of languages) {
      const own = missing.filter((one) => one.language === language)
      if (own.length > 0) progress(warning(language, own))
    }
    return { languages, missing }
  },
})
