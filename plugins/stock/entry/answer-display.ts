// The property with which an author shows answers as swatches: tiles with their pictures.
import { dropdown } from 'product-configurator-service'

export const answerDisplay = {
  answer_display: dropdown('Show the answers', {
    choices: { automatic: 'As swatches if all have an image', list: 'As a list', swatches: 'As swatches' },
    default: 'automatic',
  }),
}

/** Settings for clients. An empty answer_display reads as `automatic`. */
export const publicAnswerDisplay = ({ answer_display }: { readonly answer_display?: unknown }) => ({
  answer_display: answer_display || 'automatic',
})
