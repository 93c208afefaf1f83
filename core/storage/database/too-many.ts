// What somebody is told for whom the database has had no turn in time.
import { ServiceError } from '../../foundation/errors.js'

export function tooMany(): ServiceError {
  return new ServiceError(
    'NOT_READY',
    'More is to be stored than the database can take at the moment; nothing was stored. Try again shortly.',
  )
}
