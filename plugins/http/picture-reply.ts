// Replies with a picture. Types that can contain scripts are sent as a download, never rendered as a page.
import { detectMediaTypes, headLength } from '#core/surface.js'
import { createReply, type Reply } from './reply.js'

export async function createPictureReply(bytes: Uint8Array): Promise<Reply> {
  const [type] = await detectMediaTypes(bytes.subarray(0, headLength))
  const isPicture = type.startsWith('image/')
  return createReply(bytes, isPicture ? type : 'application/octet-stream', {
    'cache-control': 'public, max-age=86400',
    'content-security-policy': "default-src 'none'; sandbox",
    ...((type === 'image/svg+xml' || !isPicture) && { 'content-disposition': 'attachment' }),
  })
}
