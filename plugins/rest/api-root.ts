// Root path of the entity API, without language prefix.
export const apiRoot = '/svc-api/v1'
