export default function Rules() {
  return <main><h1>Rules</h1></main>
}
