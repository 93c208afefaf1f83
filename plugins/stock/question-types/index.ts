// All built-in question types.
import { calendar } from './calendar.js'
import { checkbox } from './checkbox.js'
import { choices } from './choices.js'
import { colorpicker } from './colorpicker.js'
import { dropdown } from './dropdown.js'
import { images } from './images.js'
import { multiselect } from './multiselect.js'
import { radiobuttons } from './radiobuttons.js'
import { slider } from './slider.js'
import { textarea } from './textarea.js'
import { textbox } from './textbox.js'
import { upload } from './upload.js'

export const questionTypes = [
  textbox,
  textarea,
  slider,
  choices,
  colorpicker,
  calendar,
  upload,
  checkbox,
  radiobuttons,
  dropdown,
  images,
  multiselect,
] as const
