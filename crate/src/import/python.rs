//! Python config files, read as data: assignments, literals and calls by name. Nothing in them is ever run.

use ruff_python_ast::{Expr, Number, Operator, Stmt, UnaryOp};
use serde_json::{Map, Value};

use crate::error::{Error, Result};

/// Longer than any config; bounds the stack that nesting takes.
pub const MAX_PYTHON: usize = 256 << 10;
/// Values in all, copies of what a name stands for included.
const MAX_VALUES: usize = 100_000;
const MAX_DEPTH: usize = 48;
/// More than any frame of parsing or dropping takes for each letter of the source.
const STACK: usize = 1 << 10;

/// What a Python file says.
#[derive(Debug, Default)]
pub struct Module {
    /// Assignments of the file; those inside classes as `Class.name`, those to `self` as `self.name`.
    pub values: Map<String, Value>,
    /// Calls, by dotted name, with arguments by keyword, and those by place as `0`, `1`.
    pub calls: Vec<(String, Map<String, Value>)>,
    left: usize,
}

/// Reads a file.
///
/// *Errors*: `InvalidInput` for what is not Python, `Limits` for what is longer or larger than any config.
pub fn read(text: &str) -> Result<Module> {
    if text.len() > MAX_PYTHON {
        return Err(Error::limits("the Python file is too long to be a config")
            .expected(format!("at most {MAX_PYTHON} bytes"), text.len()));
    }
    // The parser's tree may be as deep as the file is long.
    stacker::grow(text.len().saturating_mul(STACK).saturating_add(1 << 20), || {
        let parsed = ruff_python_parser::parse_module(text)
            .map_err(|error| Error::invalid_input(format!("the config is not Python that can be read: {error}")))?;
        let mut module = Module { left: MAX_VALUES, ..Module::default() };
        for statement in parsed.suite() {
            module.statement(statement, "", 0)?;
        }
        Ok(module)
    })
}

impl Module {
    fn statement(&mut self, statement: &Stmt, scope: &str, depth: usize) -> Result<()> {
        if depth > MAX_DEPTH {
            return Ok(());
        }
        match statement {
            Stmt::Assign(assign) => {
                let value = self.value(&assign.value, 0)?;
                for target in &assign.targets {
                    self.store(target, &value, scope)?;
                }
            }
            Stmt::AnnAssign(assign) => {
                if let Some(value) = &assign.value {
                    let value = self.value(value, 0)?;
                    self.store(&assign.target, &value, scope)?;
                }
            }
            Stmt::Expr(expression) => {
                self.value(&expression.value, 0)?;
            }
            Stmt::Return(done) => {
                if let Some(value) = &done.value {
                    self.value(value, 0)?;
                }
            }
            Stmt::ClassDef(class) => {
                let scope = format!("{}.", class.name);
                for statement in &class.body {
                    self.statement(statement, &scope, depth + 1)?;
                }
            }
            Stmt::FunctionDef(function) => {
                let scope = format!("{}().", function.name);
                for parameter in &function.parameters.args {
                    if let Some(default) = &parameter.default {
                        let value = self.value(default, 0)?;
                        self.values.insert(format!("{scope}{}", parameter.parameter.name), value);
                    }
                }
                for statement in &function.body {
                    self.statement(statement, &scope, depth + 1)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn store(&mut self, target: &Expr, value: &Value, scope: &str) -> Result<()> {
        let name = match target {
            Expr::Name(name) => format!("{scope}{}", name.id),
            Expr::Attribute(_) => dotted(target).unwrap_or_default(),
            _ => return Ok(()),
        };
        let copy = self.copy(value)?;
        self.values.insert(name, copy);
        Ok(())
    }

    /// What an expression is, as far as it can be told without running it; else null.
    fn value(&mut self, expression: &Expr, depth: usize) -> Result<Value> {
        if depth > MAX_DEPTH {
            return Err(Error::limits("the Python config is nested too deep").expected(MAX_DEPTH, "more"));
        }
        self.spend(1)?;
        Ok(match expression {
            Expr::BooleanLiteral(literal) => literal.value.into(),
            Expr::StringLiteral(literal) => literal.value.to_str().into(),
            Expr::NumberLiteral(literal) => match &literal.value {
                Number::Int(int) => int.as_u64().map_or(Value::Null, Value::from),
                Number::Float(float) => (*float).into(),
                Number::Complex { .. } => Value::Null,
            },
            Expr::List(list) => self.list(&list.elts, depth)?,
            Expr::Tuple(tuple) => self.list(&tuple.elts, depth)?,
            Expr::Set(set) => self.list(&set.elts, depth)?,
            Expr::Dict(dict) => {
                let mut map = Map::new();
                for item in &dict.items {
                    let value = self.value(&item.value, depth + 1)?;
                    match &item.key {
                        Some(key) => match self.value(key, depth + 1)? {
                            Value::String(key) => drop(map.insert(key, value)),
                            Value::Number(key) => drop(map.insert(key.to_string(), value)),
                            _ => {}
                        },
                        None => merge(&mut map, value),
                    }
                }
                map.into()
            }
            Expr::Name(name) => match self.values.get(name.id.as_str()).cloned() {
                Some(value) => self.copy(&value)?,
                None => Value::Null,
            },
            // What is not assigned here is a name of a library, as ct.colorlayout.BGR.
            Expr::Attribute(_) => match dotted(expression) {
                Some(name) => match self.values.get(&name).cloned() {
                    Some(value) => self.copy(&value)?,
                    None => name.into(),
                },
                None => Value::Null,
            },
            Expr::UnaryOp(unary) => {
                let operand = self.value(&unary.operand, depth + 1)?;
                match (unary.op, operand) {
                    (UnaryOp::USub, Value::Number(number)) => match (number.as_i64(), number.as_f64()) {
                        (Some(whole), _) => whole.checked_neg().map_or(Value::Null, Value::from),
                        (None, float) => float.map_or(Value::Null, |float| Value::from(-float)),
                    },
                    (UnaryOp::UAdd, number) => number,
                    (UnaryOp::Not, Value::Bool(value)) => (!value).into(),
                    _ => Value::Null,
                }
            }
            Expr::BinOp(binary) => {
                let (left, right) = (self.value(&binary.left, depth + 1)?, self.value(&binary.right, depth + 1)?);
                self.operation(left, binary.op, right)?
            }
            Expr::Call(call) => self.call(call, depth)?,
            _ => Value::Null,
        })
    }

    fn list(&mut self, items: &[Expr], depth: usize) -> Result<Value> {
        let items: Result<Vec<Value>> = items.iter().map(|item| self.value(item, depth + 1)).collect();
        Ok(Value::Array(items?))
    }

    fn operation(&mut self, left: Value, operator: Operator, right: Value) -> Result<Value> {
        Ok(match (left, right) {
            (Value::Array(mut left), Value::Array(right)) if operator == Operator::Add => {
                left.extend(right);
                Value::Array(left)
            }
            (Value::Array(list), Value::Number(times)) | (Value::Number(times), Value::Array(list))
                if operator == Operator::Mult =>
            {
                let times = times.as_u64().and_then(|times| usize::try_from(times).ok()).unwrap_or(usize::MAX);
                self.spend(count(&Value::Array(list.clone())).saturating_mul(times))?;
                let whole = list.len().saturating_mul(times);
                Value::Array(list.into_iter().cycle().take(whole).collect())
            }
            (Value::Number(left), Value::Number(right)) => match (left.as_i64(), right.as_i64()) {
                (Some(left), Some(right)) => match operator {
                    Operator::Add => left.checked_add(right),
                    Operator::Sub => left.checked_sub(right),
                    Operator::Mult => left.checked_mul(right),
                    Operator::LShift => u32::try_from(right).ok().and_then(|right| left.checked_shl(right)),
                    Operator::FloorDiv => left.checked_div_euclid(right),
                    Operator::Div if right != 0 => return Ok(Value::from(left as f64 / right as f64)),
                    _ => None,
                }
                .map_or(Value::Null, Value::from),
                _ => {
                    let (left, right) = (left.as_f64().unwrap_or(f64::NAN), right.as_f64().unwrap_or(f64::NAN));
                    Value::from(match operator {
                        Operator::Add => left + right,
                        Operator::Sub => left - right,
                        Operator::Mult => left * right,
                        Operator::Div => left / right,
                        _ => f64::NAN,
                    })
                }
            },
            _ => Value::Null,
        })
    }

    /// `dict(...)` is the map; any other call becomes a map with its name as `type`, and is noted.
    fn call(&mut self, call: &ruff_python_ast::ExprCall, depth: usize) -> Result<Value> {
        let name = dotted(&call.func).unwrap_or_default();
        let mut map = Map::new();
        for (at, argument) in call.arguments.args.iter().enumerate() {
            let value = self.value(argument, depth + 1)?;
            // A tuple or list around a list, and np.array, are the list itself.
            if at == 0 && matches!(name.as_str(), "tuple" | "list" | "np.array" | "numpy.array") {
                return Ok(value);
            }
            map.insert(at.to_string(), value);
        }
        for keyword in &call.arguments.keywords {
            let value = self.value(&keyword.value, depth + 1)?;
            match &keyword.arg {
                Some(key) => drop(map.insert(key.to_string(), value)),
                None => merge(&mut map, value),
            }
        }
        if name == "dict" {
            return Ok(map.into());
        }
        self.spend(map.values().map(count).sum())?;
        self.calls.push((name.clone(), map.clone()));
        map.entry("type").or_insert(name.into());
        Ok(map.into())
    }

    fn copy(&mut self, value: &Value) -> Result<Value> {
        self.spend(count(value))?;
        Ok(value.clone())
    }

    fn spend(&mut self, values: usize) -> Result<()> {
        match self.left.checked_sub(values) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(Error::limits("the Python config has too many values").expected(MAX_VALUES, "more")),
        }
    }
}

fn merge(map: &mut Map<String, Value>, value: Value) {
    if let Value::Object(more) = value {
        map.extend(more);
    }
}

fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(count).sum(),
        Value::Object(map) => map.values().map(count).sum(),
        _ => 0,
    }
}

/// `a.b.c` of a name and its attributes.
fn dotted(expression: &Expr) -> Option<String> {
    let mut parts = Vec::new();
    let mut at = expression;
    loop {
        match at {
            Expr::Attribute(attribute) if parts.len() < 16 => {
                parts.push(attribute.attr.as_str());
                at = &attribute.value;
            }
            Expr::Name(name) => {
                parts.push(name.id.as_str());
                break;
            }
            _ => return None,
        }
    }
    parts.reverse();
    Some(parts.join("."))
}

/// A Python literal inside text, as Ultralytics writes its metadata.
pub fn literal(text: &str) -> Result<Value> {
    let module = read(&format!("literal = {}", text.trim()))?;
    Ok(module.values.get("literal").cloned().unwrap_or_default())
}
