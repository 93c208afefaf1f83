// Renderer of the question type Dropdown: one of several answers, in a select box.
import { html } from 'lit/html.js'
import { live } from 'lit/directives/live.js'
import { choiceDescription, choicePicture } from '../choice-parts.js'
import type { QuestionControl, QuestionRenderer } from '../question.js'

export const dropdownRenderer: QuestionRenderer = {
  type: 'Dropdown',
  grouped: false,
  render: (control: QuestionControl) => html`
    <select
      id=${control.id}
      ?required=${control.state.required}
      ?disabled=${control.disabled}
      aria-invalid=${control.invalid ? 'true' : 'false'}
      aria-describedby=${control.describedBy}
      .value=${live(control.value)}
      @change=${(event: Event) => control.select((event.target as HTMLSelectElement).value)}
    >
      <option value="" ?selected=${control.value === ''}>${control.wording.texts.pleaseChoose}</option>
      ${control.choices.map((choice) => {
        const note = control.note(choice)
        return html`
          <option value=${choice.view.id} ?selected=${choice.selected} ?disabled=${!choice.state.selectable && !choice.selected}>
            ${note === null ? choice.view.title : `${choice.view.title} (${note})`}
          </option>
        `
      })}
    </select>
    ${control.choices.map((choice) => (choice.selected ? html`${choicePicture(control, choice)} ${choiceDescription(control, choice)}` : control.why(choice)))}
  `,
}
