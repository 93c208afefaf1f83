// Renderers of the rare question types in one module, because a product with one of these types often has several.
import type { QuestionRenderer } from '../question.js'
import { calendarRenderer } from './field/calendar.js'
import { colorpickerRenderer } from './field/colorpicker.js'
import { sliderRenderer } from './field/slider.js'
import { uploadRenderer } from './field/upload.js'

export { style } from './field/style.js'

export const renderers: readonly QuestionRenderer[] = [calendarRenderer, colorpickerRenderer, sliderRenderer, uploadRenderer]
