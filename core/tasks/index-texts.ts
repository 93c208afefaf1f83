// Updates the index for substring search with recently written texts.
import { updateTrigramIndex } from '../storage/trigram-index.js'
import { defineTask } from './define-task.js'

export const indexTexts = defineTask({
  name: 'index-texts',
  description: 'Adds new texts to the search index.',
  every: 120,
  async run({ context, signal }) {
    await updateTrigramIndex(context, signal)
  },
})
