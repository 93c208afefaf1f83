// What a command that fails tells: the refusal as a whole where something is said of it, then what is wrong.
import { expect } from 'chai'
import { ServiceError, ValidationError } from '../../../core/foundation/errors.js'
import { toCommandFailure } from '../../../plugins/cli/command-failure.js'

describe('a command that is refused', () => {
  const issue = (message: string) => ({ field: 'path', code: 'checksum', message })

  it('tells each issue in a line', () => {
    const { lines, exitCode } = toCommandFailure(new ValidationError([issue('One is wrong.'), issue('Two is wrong.')]))
    expect([exitCode, ...lines]).to.deep.equal([1, 'One is wrong.', 'Two is wrong.'])
  })

  it('tells what is said of all of them, and what stands already, once', () => {
    const message = 'The package cannot be imported. One is wrong. Two is wrong. Product 1 stands as 7.'
    const { lines } = toCommandFailure(new ValidationError([issue('One is wrong.'), issue('Two is wrong.')], message))
    expect(lines).to.deep.equal(['The package cannot be imported. Product 1 stands as 7.', 'One is wrong.', 'Two is wrong.'])
  })

  it('tells a refusal that names no field, and is never silent', () => {
    expect(toCommandFailure(new ValidationError([], "Could not delete product 1: list 'All' needs it.")).lines).to.deep.equal([
      "Could not delete product 1: list 'All' needs it.",
    ])
    expect(toCommandFailure(new ServiceError('NOT_FOUND', 'There is no product 9.')).lines).to.deep.equal([
      'There is no product 9.',
    ])
  })
})
