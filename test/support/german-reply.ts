// Finds English in the messages of problem details that should be in another language.
import type { JsonReply } from './json-client.js'

interface ReplyMessage {
  readonly code: string
  readonly message: string
}

interface Problem {
  readonly title?: string
  readonly code?: string
  readonly detail?: string
  readonly errors?: readonly ReplyMessage[]
  readonly validationIssues?: readonly ReplyMessage[]
}

/** English words that are no German or Hebrew words. */
const englishWords =
  /\b([Tt]he|[Tt]his|[Tt]here|[Ff]ield|[Nn]ot|[Tt]oo|[Ii]nvalid|is|are|were|been|takes|take|field|must|cannot|this|that|there|with|and|of|or|has|have|be|send|use|once|only|than|its|it|you|your|no|to|by|for|from|which|does|again|because|request|required|failed|many|least|most|please|missing|already|without|value)\b/

/** Names of fields, values of requests, XML elements and examples are the same in every language. */
const withoutNames = (message: string): string =>
  message
    .replace(/„[^“”]*[“”]/g, '')
    .replace(/"[^"]*"/g, '')
    .replace(/<[^ >]+>/g, '')
    .replace(/\b[a-z_]+(?:, [a-z_]+)+\b/g, '')

export const isEnglish = (message: string): boolean => englishWords.test(withoutNames(message))

/** The code of a problem and the codes of its issues. */
export const listReplyCodes = ({ body }: JsonReply): readonly string[] => {
  const { code, errors = [] } = body as Problem
  return [...new Set([code ?? '', ...errors.map((error) => error.code)])]
}

export const toReplyTitle = ({ body }: JsonReply): string => (body as Problem).title ?? ''

/** The messages of a problem that contain English words. */
export function listEnglishMessages({ body }: JsonReply): readonly string[] {
  const { detail = '', errors = [], validationIssues = [] } = body as Problem
  const messages = [detail, ...errors.map(({ message }) => message), ...validationIssues.map(({ message }) => message)]
  return [...new Set(messages)].filter((message) => message === '' || isEnglish(message))
}
