// The renderers of the question types that every page loads. The other renderers are in ../later/.
import type { QuestionRenderer } from '../question.js'
import { checkboxRenderer } from './checkbox.js'
import { choicesRenderer } from './choices.js'
import { dropdownRenderer } from './dropdown.js'
import { imagesRenderer } from './images.js'
import { multiselect } from './multiselect.js'
import { radiobuttonsRenderer } from './radiobuttons.js'
import { textareaRenderer } from './textarea.js'
import { textboxRenderer } from './textbox.js'

export const questionRenderers: readonly QuestionRenderer[] = [
  textboxRenderer,
  textareaRenderer,
  choicesRenderer,
  checkboxRenderer,
  radiobuttonsRenderer,
  dropdownRenderer,
  imagesRenderer,
  multiselect,
]
