// What the controls of answers share: the answer's small picture, and its description below.
import { html, nothing, type TemplateResult } from 'lit'
import type { Choice, Control } from './question.js'
import { richText } from './rich-text.js'

const idOf = (control: Control, { view }: Choice): string => `${control.id}-${view.id}-description`

/** For aria-describedby of the answer's input. */
export function describedChoice(control: Control, choice: Choice): string | typeof nothing {
  return choice.view.description ? idOf(control, choice) : nothing
}

export function choicePicture(control: Control, { view }: Choice): TemplateResult | typeof nothing {
  const name = view.picker_image ?? view.image
  return name === null ? nothing : html`<img class="choice-picture" src=${control.picture(name)} alt="" loading="lazy" />`
}

export function choiceDescription(control: Control, choice: Choice): TemplateResult | typeof nothing {
  if (!choice.view.description) return nothing
  return html`<div class="description choice-description" id=${idOf(control, choice)}>${richText(choice.view.description)}</div>`
}
