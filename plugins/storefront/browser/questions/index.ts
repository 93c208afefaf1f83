// The renderers of the question types that every page loads. The other renderers are in ../later/.
import type { QuestionRenderer } from '../question.js'
import { checkbox } from './checkbox.js'
import { choices } from './choices.js'
import { dropdown } from './dropdown.js'
import { images } from './images.js'
import { multiselect } from './multiselect.js'
import { radiobuttons } from './radiobuttons.js'
import { textarea } from './textarea.js'
import { textbox } from './textbox.js'

export const questionRenderers: readonly QuestionRenderer[] = [
  textbox,
  textarea,
  choices,
  checkbox,
  radiobuttons,
  dropdown,
  images,
  multiselect,
]
