/** Style sheets, which the bundler collects into one. */
declare module '*.css'

/** Pages of the documentation. The bundler keeps each as a file of its own, whose URL is relative to the script. */
declare module '*.md' {
  const url: string
  export default url
}
