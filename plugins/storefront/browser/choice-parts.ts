// Shared parts of answer controls: the thumbnail, the description, and the reason why an answer is unavailable.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { AnswerView } from '#core/surface.js'
import type { AnswerChoice, QuestionControl } from './question.js'

const descriptionId = (control: QuestionControl, { view }: AnswerChoice): string => `${control.id}-${view.id}-description`

/** The id of the answer's name. The price is not part of the name; it belongs to the description. */
export const choiceTitleId = (control: QuestionControl, { view }: AnswerChoice): string => `${control.id}-${view.id}-title`

/** For aria-describedby of the answer's input: its price or the reason why it is unavailable, and its description. */
export function choiceDescriptionIds(control: QuestionControl, choice: AnswerChoice): string | typeof nothing {
  const ids = [
    ...(control.note(choice) === null ? [] : [`${control.id}-${choice.view.id}-note`]),
    ...(choice.view.description ? [descriptionId(control, choice)] : []),
  ]
  return ids.length === 0 ? nothing : ids.join(' ')
}

export function choiceNote(control: QuestionControl, choice: AnswerChoice): TemplateResult | typeof nothing {
  const note = control.note(choice)
  return note === null ? nothing : html`<span class="note" id=${`${control.id}-${choice.view.id}-note`}>${note}</span>`
}

/** The focal point of the answer's thumbnail. Set as a property: the page's content security policy forbids style attributes. */
export function formatFocalPoint({ picker_image, picker_image_focus, image_focus }: AnswerView): string {
  const focus = picker_image === null ? image_focus : picker_image_focus
  return focus === undefined ? '' : `object-position:${focus}`
}

export function choicePicture(control: QuestionControl, { view }: AnswerChoice): TemplateResult | typeof nothing {
  const name = view.picker_image ?? view.image
  return name === null
    ? nothing
    : html`<img class="choice-picture" src=${control.picture(name)} .style=${formatFocalPoint(view)} alt="" loading="lazy" />`
}

export function choiceDescription(control: QuestionControl, choice: AnswerChoice): TemplateResult {
  const { description } = choice.view
  return html`${
    description
      ? html`<div class="description choice-description" id=${descriptionId(control, choice)}>${control.renderText(description)}</div>`
      : nothing
  }${control.why(choice)}`
}
