// An uploaded file, held by its opaque id; the file itself is checked when it is uploaded.
import { type QuestionType, Refusal } from 'product-configurator-service'

export const upload: QuestionType = {
  name: 'Upload',
  label: 'File upload',
  properties: {},
  takesAnswers: false,
  validate(value, question, context) {
    if (/^[A-Za-z0-9_-]{1,128}$/.test(value)) return { value }
    return new Refusal(context.say("'{question}' takes the id of an uploaded file.", { question: question.title }))
  },
}
