// Question type: an uploaded file, stored as its opaque id. The upload route checks the file itself.
import { defineQuestionType, number, Refusal, string } from 'product-configurator-service'

/** Splits a setting into lower-case items without a leading dot. */
function splitItems(setting: string | null | undefined): readonly string[] {
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
      extensions: splitItems(settings.upload_extensions),
      // A frequent wrong name of the type.
      mediaTypes: splitItems(settings.upload_mime_types).map((type) => (type === 'image/jpg' ? 'image/jpeg' : type)),
      megabytes: settings.upload_size_mb ?? null,
    }
  },
  validate(value, question, context) {
    if (/^[A-Za-z0-9_-]{1,128}$/.test(value)) return { value }
    return new Refusal(context.translate('shop.uploadIdInvalid', { question: question.title }))
  },
})
