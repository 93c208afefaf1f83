// The type of the values that a JSON schema describes, for answers whose schema stands in the API's document.

/** `S` is a schema that is declared `as const`; what says no type may be anything. */
export type Described<S> = S extends { readonly enum: readonly (infer E)[] }
  ? E
  : S extends { readonly type: 'object'; readonly properties: infer P; readonly required: readonly (infer R)[] }
    ? { readonly [K in keyof P as K extends R ? K : never]: Described<P[K]> } & {
        readonly [K in keyof P as K extends R ? never : K]?: Described<P[K]>
      }
    : S extends { readonly type: 'object'; readonly additionalProperties: infer A }
      ? Readonly<Record<string, A extends true ? unknown : Described<A>>>
      : S extends { readonly type: 'array'; readonly items: infer I }
        ? readonly Described<I>[]
        : S extends { readonly type: 'integer' }
          ? number
          : S extends { readonly type: 'boolean' }
            ? boolean
            : S extends { readonly type: 'string' }
              ? string
              : unknown
