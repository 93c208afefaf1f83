// Renderers of the rare question types in one module, because a product with one of these types often has several.
import type { QuestionRenderer } from '../question.js'
import { calendar } from './field/calendar.js'
import { colorpicker } from './field/colorpicker.js'
import { slider } from './field/slider.js'
import { upload } from './field/upload.js'

export { style } from './field/style.js'

export const renderers: readonly QuestionRenderer[] = [calendar, colorpicker, slider, upload]
