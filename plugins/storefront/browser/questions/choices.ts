// Renderer of the question type Choices: suggested entries shown as buttons.
import { html } from 'lit/html.js'
import { live } from 'lit/directives/live.js'
import { type QuestionControl, type QuestionRenderer, getTextListSetting } from '../question.js'

export const choicesRenderer: QuestionRenderer = {
  type: 'Choices',
  grouped: true,
  render: (control: QuestionControl) => html`
    <span class="buttons">
      ${getTextListSetting(control.question, 'choices').map(
        (entry) => html`
          <label class="button">
            <input
              type="radio"
              name=${control.id}
              ?disabled=${control.disabled}
              .checked=${live(control.value === entry)}
              @change=${() => control.select(entry)}
            />
            <span>${control.question.unit ? `${entry} ${control.question.unit}` : entry}</span>
          </label>
        `,
      )}
    </span>
  `,
}
