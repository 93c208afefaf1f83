// Updates the index for substring search with recently written texts.
import { defineTask } from '../task/define.js'

export const indexTexts = defineTask({
  name: 'index-texts',
  description: 'Updates the index for substring search with the texts written since its last run.',
  every: 120,
  async run({ context, signal }) {
    await (await import('../storage/gram/index-maintenance.js')).updateTrigramIndex(context, signal)
  },
})
