/** Style sheets, which the bundler merges into one. */
declare module '*.css'

/** Pages of the documentation. The bundler emits each as a separate file, whose URL is relative to the script. */
declare module '*.md' {
  const url: string
  export default url
}
