// Lists the object names in an S3 bucket, page by page.
import { SystemError } from '../../foundation/errors.js'
import { parseXmlTree, type XmlElement, XmlError } from '../../foundation/xml.js'
import type { S3Response, S3Send } from './s3-client.js'

export interface ListedObject {
  /** Without the prefix. */
  readonly name: string
  /** Milliseconds since 1970, by the clock of the store. */
  readonly changed: number
}

/** The maximum number of XML elements in a reply. A page has at most 1,000 names with a few fields each. */
const maxElements = 50_000

/** The root element of a reply. Throws SystemError if the reply is not XML. */
export function parseXmlResponse({ bytes }: S3Response): XmlElement {
  try {
    return parseXmlTree(new TextDecoder().decode(bytes), maxElements)
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    throw new SystemError(`The store of files sent a reply that cannot be read. ${error.message}`)
  }
}

/** The text of a child element. null if there is none. */
export const getChildText = (element: XmlElement, name: string): string | null =>
  element.children.find((child) => child.name === name)?.text ?? null

/**
 * All names that begin with the prefix, without it.
 * @param only 'plain' omits names with a `/` after the prefix
 */
export async function* listObjects(send: S3Send, prefix: string, only?: 'plain'): AsyncGenerator<readonly ListedObject[]> {
  let token: string | null = null
  do {
    const query = {
      'list-type': '2',
      prefix,
      ...(only && { delimiter: '/' }),
      ...(token !== null && { 'continuation-token': token }),
    }
    const page = parseXmlResponse(await send('GET', '', { query }))
    yield page.children
      .filter(({ name }) => name === 'Contents')
      .map((item) => ({
        name: (getChildText(item, 'Key') ?? '').slice(prefix.length),
        changed: Date.parse(getChildText(item, 'LastModified') ?? ''),
      }))
    token = getChildText(page, 'IsTruncated') === 'true' ? getChildText(page, 'NextContinuationToken') : null
  } while (token !== null)
}
