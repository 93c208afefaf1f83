// Indexes the parts of texts that were written, so that a search for a part of a text need not read all of them.
import { defineTask } from '../task/define.js'

export const indexTexts = defineTask({
  name: 'index-texts',
  description: 'Indexes texts that were written since its last run by their parts, so that searches need not read all texts.',
  every: 120,
  async run({ context, signal }) {
    await (await import('../storage/gram/keep.js')).keepGrams(context, signal)
  },
})
