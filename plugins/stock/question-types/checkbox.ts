// Yes or nothing: its first answer, selected or not.
import { judgeAnswer, type QuestionType, Refusal } from 'product-configurator-service'

export const checkbox: QuestionType = {
  name: 'Checkbox',
  label: 'Check box',
  properties: {},
  takesAnswers: true,
  validate(value, question, context) {
    const judged = judgeAnswer(value, question, context)
    if (judged instanceof Refusal || judged.value === String(question.answerIds[0])) return judged
    return new Refusal(context.say("'{question}' takes only its first answer.", { question: question.title }))
  },
}
