export default function Screen() {
  return <main><h1>Screen</h1></main>
}
