// The NOT_READY error for writes that waited too long for their turn.
import { createMessage } from '../../foundation/message.js'
import { ServiceError } from '../../foundation/errors.js'

export function createQueueTimeoutError(): ServiceError {
  return new ServiceError('NOT_READY', createMessage('errors.databaseBusy'))
}
