// Changes the active languages of the store; texts of a language that is taken out stay stored.
import { multiselect } from '#core/model/properties/multiselect.js'
import { type CliCommand, openOnly } from '../command.js'

export const languagesSet: CliCommand = {
  name: 'svc:languages:set',
  description: 'Sets the active languages of the store; the first is its default.',
  positional: ['languages'],
  options: {
    languages: multiselect('Language tags, the store default first', { choices: 'languages' }, { required: true }),
  },
  examples: ['svc:languages:set en-GB de-DE', 'svc:languages:set de-AT'],
  text: (result) => {
    const { languages } = result as { readonly languages: readonly string[] }
    return `Active languages are ${languages.join(', ')}; ${languages[0]} is the store default.`
  },
  async run({ open, options }) {
    const languages = options['languages'] as readonly string[]
    const app = await open(openOnly)
    const { records } = await app.list('settings', { limit: 1 })
    await app.write('settings', { language_tag: languages[0], active_languages: languages }, { id: Number(records[0]?.['id']) })
    return { languages }
  },
}
