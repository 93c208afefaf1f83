// The NOT_READY error for writes that waited too long for their turn.
import { ServiceError } from '../../foundation/errors.js'

export function createQueueTimeoutError(): ServiceError {
  return new ServiceError(
    'NOT_READY',
    'More is to be stored than the database can take at the moment; nothing was stored. Try again shortly.',
  )
}
