// Dependency injection for service classes: typed tokens, and the decorators that name a constructor's dependencies.
import 'reflect-metadata'
import { inject as injectToken, injectable } from 'tsyringe'

/** Marks a class that the container creates. Registers nothing: `core/boot/bindings.ts` binds the class to its token. */
export { injectable }
/** A service that `Container.dispose` ends. */
export type { Disposable } from 'tsyringe'

declare const service: unique symbol

/** The key of a service in the container, with the service's type. */
export type Token<T> = symbol & { readonly [service]?: T }

/** @param name appears in the messages of boot faults */
export function defineToken<T>(name: string): Token<T> {
  return Symbol(name)
}

type Constructor = abstract new (...parameters: never[]) => unknown

/** The parameter's index if the parameter accepts the service. Otherwise `never`, which the compiler rejects. */
type AcceptingIndex<C extends Constructor, Index extends number, T> = [T] extends [ConstructorParameters<C>[Index]]
  ? Index
  : never

/** Injects the service of the token into a constructor parameter. Does not compile if the parameter has another type. */
export function inject<T>(
  token: Token<T>,
): <C extends Constructor, const Index extends number>(
  target: C,
  key: undefined,
  index: AcceptingIndex<C, Index, T> & Index,
) => void {
  return injectToken(token)
}
