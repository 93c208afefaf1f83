// Finds English in the messages of problem details that should be in another language.
import type { JsonReply } from './json-client.js'

interface ReplyMessage {
  readonly code: string
  readonly message: string
}

interface Problem {
  readonly code?: string
  readonly detail?: string
  readonly errors?: readonly ReplyMessage[]
  readonly validationIssues?: readonly ReplyMessage[]
}

/** English words that are no German or Hebrew words. */
const englishWords =
  /\b([Tt]he|[Tt]his|[Tt]here|[Ff]ield|is|are|takes|take|field|must|cannot|not|this|that|there|with|and|of|or|has|have|be|send|use|once|only|than|its|it|you|your|no|to|by|for)\b/

/** Names of fields, values of requests, XML elements and examples are the same in every language. */
const withoutNames = (message: string): string =>
  message
    .replace(/„[^“”]*[“”]/g, '')
    .replace(/"[^"]*"/g, '')
    .replace(/<[^ >]+>/g, '')
    .replace(/\b[a-z_]+(?:, [a-z_]+)+\b/g, '')

/** The code of a problem and the codes of its issues. */
export const listReplyCodes = ({ body }: JsonReply): readonly string[] => {
  const { code, errors = [] } = body as Problem
  return [...new Set([code ?? '', ...errors.map((error) => error.code)])]
}

/** The messages of a problem that contain English words. */
export function listEnglishMessages({ body }: JsonReply): readonly string[] {
  const { detail = '', errors = [], validationIssues = [] } = body as Problem
  const messages = [detail, ...errors.map(({ message }) => message), ...validationIssues.map(({ message }) => message)]
  return [...new Set(messages)].filter((message) => message === '' || englishWords.test(withoutNames(message)))
}
