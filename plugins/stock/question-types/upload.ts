// An uploaded file, held by its opaque id; the file itself is checked when it is uploaded.
import { defineQuestionType, number, Refusal, string } from 'product-configurator-service'

/** The items of a setting, in small letters and without a leading dot. */
function listOf(setting: string | null | undefined): readonly string[] {
  return (setting ?? '')
    .toLowerCase()
    .split(/[\s,;]+/)
    .map((item) => item.replace(/^\./, ''))
    .filter((item) => item !== '')
}

export const upload = defineQuestionType({
  name: 'Upload',
  label: 'File upload',
  properties: {
    upload_extensions: string('Allowed file extensions', { help: 'Separated by commas, e.g. pdf, jpg.' }),
    upload_mime_types: string('Allowed MIME types', { help: 'Separated by commas, e.g. image/jpeg.' }),
    upload_size_mb: number('Largest file size in MB', { min: 0 }),
  },
  takesAnswers: false,
  files({ settings }) {
    return {
      extensions: listOf(settings.upload_extensions),
      mediaTypes: listOf(settings.upload_mime_types),
      megabytes: settings.upload_size_mb ?? null,
    }
  },
  validate(value, question, context) {
    if (/^[A-Za-z0-9_-]{1,128}$/.test(value)) return { value }
    return new Refusal(context.say("'{question}' takes the id of an uploaded file.", { question: question.title }))
  },
})
